module example.com/shop-api

go 1.22

require k8s.io/apimachinery v0.0.0
